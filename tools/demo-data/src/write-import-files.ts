import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { type University, VISIBLE_STATUSES } from '@offquad/contracts'
import { type DemoAuthors, importRows } from './import-rows'

interface DemoDataOptions {
  /** The folder for the import files. */
  folder: string
  /** The folder of the pictures, and the folder to copy them to, which the site serves under /media/. */
  pictures: string
  mediaFolder: string
  university: University
  authors: DemoAuthors
}

/** Writes invented apartments, landlords and reviews as import files, and their pictures. */
export async function writeImportFiles({
  folder,
  pictures,
  mediaFolder,
  university,
  authors,
}: DemoDataOptions) {
  await Promise.all([mkdir(folder, { recursive: true }), copyPictures(pictures, mediaFolder)])
  const { landlords, apartments, reviews } = importRows({ university, authors, today: new Date() })
  const write = async (name: string, rows: object[]) => {
    const file = path.join(folder, name)
    // A row a line: a report's line numbers lead to it.
    await writeFile(file, `[\n${rows.map((row) => JSON.stringify(row)).join(',\n')}\n]\n`)
    return file
  }
  return {
    files: {
      landlords: await write('landlords.json', landlords),
      apartments: await write('apartments.json', apartments),
      reviews: await write('reviews.json', reviews),
    },
    numApartmentReviews: reviews.filter(
      ({ aptId, status }) => aptId !== null && VISIBLE_STATUSES.includes(status),
    ).length,
  }
}

async function copyPictures(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true })
  const names = (await readdir(from)).filter((name) => name.endsWith('.svg'))
  await Promise.all(
    names.map(async (name) => {
      const picture = await readFile(path.join(from, name))
      await writeFile(path.join(to, name), picture)
      await writeFile(path.join(to, `${name}.br`), await compress(picture))
    }),
  )
}

/** A first start waits for it: the best quality takes a second and a half longer for six percent. */
const compress = (picture: Buffer) =>
  promisify(brotliCompress)(picture, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
