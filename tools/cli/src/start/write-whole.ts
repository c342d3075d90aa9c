import { rename, writeFile } from 'node:fs/promises'

/** Writes a file for its owner, so that a crash leaves either the old one or the new one. */
export async function writeWhole(file: string, text: string | Buffer): Promise<void> {
  await writeFile(`${file}.partial`, text, { mode: 0o600 })
  await rename(`${file}.partial`, file)
}
