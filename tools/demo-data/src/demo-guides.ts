import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import {
  addGuide,
  type GuideEntry,
  type GuideSource,
  listGuides,
  pathOf,
  setGuideState,
} from '@offquad/contracts'
import { adminEmail, call, type DemoPlatform } from './demo-users'

/** The guides of a folder, in the order of their names: `1-reading-a-lease.md` with its title, summary and state in front. */
export async function readDemoGuides(folder: string) {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.md')).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(path.join(folder, file), 'utf8')
      const [, front = '', body = ''] = /^---\n(.*?)\n---\n(.*)$/s.exec(text) ?? []
      const {
        title = '',
        summary = '',
        state,
      } = Object.fromEntries(
        [...front.matchAll(/^(\w+): (.+)$/gm)].map(([, name, value]) => [name, value]),
      ) as Partial<Record<string, string>>
      const slug = file.replace(/^\d+-|\.md$/g, '')
      return { content: { slug, title, summary, body: body.trim() }, isPublished: state === 'published' }
    }),
  )
}

/**
 * Adds the guides of a folder; those that are there stay as they are.
 * @throws DemoDataError when the platform rejects a call
 */
export async function loadDemoGuides(platform: DemoPlatform, folder: string): Promise<void> {
  const token = await platform.signIn(adminEmail(platform.emailDomain))
  const existing = await call<GuideEntry[]>(platform, token, { method: 'GET', path: listGuides.path })
  // The latest change is listed first.
  for (const { content, isPublished } of (await readDemoGuides(folder)).toReversed()) {
    const { id, state, version } =
      existing.find(({ slug }) => slug === content.slug) ??
      (await call<GuideSource>(platform, token, { method: 'POST', path: addGuide.path, body: content }))
    if (isPublished && state === 'draft')
      await call(platform, token, {
        method: 'PUT',
        path: pathOf(setGuideState, { id }),
        body: { version, state: 'published' },
      })
  }
}
