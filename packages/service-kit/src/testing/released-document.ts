import { readFile, writeFile } from 'node:fs/promises'

/**
 * What a document said when it was last released, from the file that is kept beside the slice. With RECORD_RELEASE=yes the
 * document as it is now becomes that: what follows may then only grow from there.
 * @throws Error when nothing was recorded yet
 */
export async function releasedDocument<T>(file: string, current: T): Promise<T> {
  if (process.env.RECORD_RELEASE === 'yes') await writeFile(file, `${JSON.stringify(current, null, 1)}\n`)
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (!text) throw new Error(`${file} is missing: record it with RECORD_RELEASE=yes`)
  return JSON.parse(text) as T
}
