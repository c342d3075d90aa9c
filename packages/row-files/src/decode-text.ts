import { BrokenFileError } from './row'

const SAVE_AS_UTF8 = 'save it as "CSV UTF-8 (Comma delimited)"'
// Bytes 0x80 to 0x9f in Windows-1252, with control characters for unassigned bytes: some versions of Node.js decode them as
// Latin-1.
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'
const UNASSIGNED = /[\u0080-\u009f]/

/**
 * The text of a file in UTF-8, UTF-16 or, if it is neither, Windows-1252, which spreadsheets still save.
 * @throws BrokenFileError for a file that is not text
 */
export function decodeText(bytes: Uint8Array): { text: string; note?: string } {
  const [first, second, third] = bytes
  if ((first === 0x50 && second === 0x4b && third === 3) || (first === 0xd0 && second === 0xcf))
    throw new BrokenFileError(1, `this is a workbook, not a file of text: ${SAVE_AS_UTF8}`)
  // A byte order mark, or a zero byte beside the first letter.
  if (first === 0xff && second === 0xfe) return decodeAs('utf-16le', bytes)
  if (first === 0xfe && second === 0xff) return decodeAs('utf-16be', bytes)
  if (first && second === 0) return decodeAs('utf-16le', bytes)
  if (first === 0 && second) return decodeAs('utf-16be', bytes)
  try {
    return decodeAs('utf-8', bytes, true)
  } catch {
    const text = decodeAs('windows-1252', bytes).text.replace(
      /[\u0080-\u009f]/g,
      (control) => FROM_0X80[control.charCodeAt(0) - 0x80] ?? control,
    )
    if (UNASSIGNED.test(text)) throw new BrokenFileError(1, `the file's encoding is unknown: ${SAVE_AS_UTF8}`)
    return {
      text,
      note: `The file is not in UTF-8 and was read as Windows-1252: check letters with accents.`,
    }
  }
}

const decodeAs = (encoding: string, bytes: Uint8Array, fatal = false) => ({
  text: new TextDecoder(encoding, { fatal }).decode(bytes),
})
