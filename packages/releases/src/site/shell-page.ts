import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { type PublishedApp } from '@offquad/contracts'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'

/** Places in the shell's index.html, in their order, each marked by a comment. */
const SLOTS = ['early', 'head', 'root', 'data'] as const
type Slot = (typeof SLOTS)[number]

const PageFiles = Type.Object({
  /** The source expression that allows the early program in a content security policy. */
  early: Type.String({ pattern: "^'sha256-[A-Za-z0-9+/=]+'$" }),
  scripts: Type.Array(Type.String()),
  preloads: Type.Array(Type.String()),
  styles: Type.Array(Type.String()),
  font: Type.Optional(Type.String()),
})

/** The page of a shell, and what its build says about it. */
export interface ShellPage {
  /** The texts before each slot. */
  before: Record<Slot, string>
  /** The text after the last slot. */
  end: string
  /** Names of files in the shell's folder. */
  files: Static<typeof PageFiles>
}

const VERSION_PLACEHOLDER = '__VERSION__'

/** @throws Error with a message for people when gateways could not fill the page */
export async function readShellPage(
  folder: string,
  { version }: PublishedApp,
  manifest: unknown,
): Promise<ShellPage> {
  const html = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => {
    throw new Error('its index.html is missing')
  })
  return {
    ...splitAtSlots(html.replaceAll(VERSION_PLACEHOLDER, version)),
    files: pageFilesOf(manifest),
  }
}

/** @throws Error that names the slot that is missing, or there more than once */
function splitAtSlots(html: string): Pick<ShellPage, 'before' | 'end'> {
  const before: Partial<Record<Slot, string>> = {}
  let rest = html
  for (const slot of SLOTS) {
    const marker = `<!--slot:${slot}-->`
    const [text, after, ...more] = rest.split(marker)
    if (text === undefined || after === undefined || more.length > 0)
      throw new Error(`its index.html must contain ${marker} exactly once`)
    before[slot] = text
    rest = after
  }
  return { before: before as Record<Slot, string>, end: rest }
}

const Manifest = Type.Object({ metaData: Type.Object({ page: PageFiles }) })

/** @throws Error with a message for people when the manifest does not name them */
export function pageFilesOf(manifest: unknown): ShellPage['files'] {
  if (Value.Check(Manifest, manifest)) return manifest.metaData.page
  throw new Error('its mf-manifest.json does not name the files of its page')
}
