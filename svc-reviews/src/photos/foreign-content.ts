const MARKUP = /<script|<\?php|<html|<svg|<!doctype|%pdf-/i
const ZIP_DIRECTORY_END = Buffer.from('PK\x05\x06', 'latin1')
// A ZIP archive ends with its directory and a comment of at most this many bytes.
const ZIP_TAIL = 65_557

/** Whether a file is also a page, a document or an archive to whoever looks for one in it. */
export function hasForeignContent(file: Buffer): boolean {
  return MARKUP.test(file.toString('latin1')) || file.subarray(-ZIP_TAIL).includes(ZIP_DIRECTORY_END)
}

/** An animated PNG says so before its first picture; decoders that know only that one do not tell. */
export function isAnimatedPng(file: Buffer): boolean {
  const control = file.indexOf('acTL')
  return control !== -1 && control < file.indexOf('IDAT')
}
