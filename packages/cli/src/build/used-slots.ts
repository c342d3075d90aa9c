import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { slotId, SLOTS } from '@offquad/contracts'

const IMPORT = /import\s*\{([^}]+)\}\s*from\s*'@offquad\/contracts'/g

/**
 * The slots of others an app places, as ids, sorted: those whose contracts its source imports.
 * @param source absolute path of the app's src folder
 */
export async function usedSlots(source: string, ownRemote: string | undefined): Promise<string[]> {
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const files = entries.filter(({ name }) => /(?<!\.test)\.tsx?$/.test(name))
  const used = await Promise.all(
    files.map(async ({ parentPath, name }) => slotsIn(await readFile(path.join(parentPath, name), 'utf8'))),
  )
  return [...new Set(used.flat())].filter((id) => !id.startsWith(`${ownRemote}/`)).toSorted()
}

const slotsIn = (text: string): string[] =>
  [...text.matchAll(IMPORT)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => {
      const contract = SLOTS[name.replace(/^\s*(type\s+)?/, '').trim()]
      return contract ? [slotId(contract)] : []
    }),
  )
