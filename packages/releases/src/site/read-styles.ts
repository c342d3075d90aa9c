import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp } from '@offquad/contracts'
import { STYLES_KB } from '../gate/budgets'

const RELATIVE_URL = /url\(\s*(["']?)(?!["']?(?:[a-z]+:|\/|#))([^)"']+)\1\s*\)/gi

/**
 * Reads stylesheets of a version, so that pages can contain them.
 * @param folder contains the files of the version
 * @param files names in that folder
 * @returns their texts by URL; without those that are missing, too large or elsewhere, or that would end a style element
 */
export async function readStyles(
  folder: string,
  { baseUrl }: Pick<PublishedApp, 'baseUrl'>,
  files: readonly string[],
): Promise<Map<string, string>> {
  const styles = new Map<string, string>()
  for (const file of files) {
    // Manifests that were stored before the gate compared them with the files may name any.
    if (!path.resolve(folder, file).startsWith(path.resolve(folder) + path.sep)) continue
    const css = await readSmall(path.join(folder, file)).catch(() => undefined)
    if (css !== undefined && !css.includes('</'))
      styles.set(
        baseUrl + file,
        css.replace(RELATIVE_URL, (_match, _quote, url: string) => `url(${baseUrl}${url})`),
      )
  }
  return styles
}

const readSmall = async (file: string): Promise<string | undefined> =>
  (await stat(file)).size > STYLES_KB * 1000 ? undefined : readFile(file, 'utf8')
