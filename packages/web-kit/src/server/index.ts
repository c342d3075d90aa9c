import { type PageData } from '@offquad/contracts'
import { replacePageData } from '../page-data'
import { RemoteLoadError, replaceRemotes } from '../remotes/load-remote'
import { codeOfPage, type RemoteDefinition } from '../remotes/remote-definition'

export { WHOLE } from './whole'

interface ServerPage {
  data: PageData
  /** The remotes that have a server part, by name. */
  remotes: Readonly<Record<string, RemoteDefinition>>
}

/** Loads the code of a page, which rendering it requires. */
export const loadPageCode = async (remote: RemoteDefinition, path: string): Promise<void> =>
  codeOfPage(remote, path)?.load()

/** Records the entries that were read. */
class RecordingMap<V> extends Map<string, V> {
  readonly read = new Set<string>()
  override get(key: string): V | undefined {
    this.read.add(key)
    return super.get(key)
  }
}

/**
 * Replaces the page that this process renders. There is one page at a time: its data and remotes are global, as in a
 * browser.
 * @returns a function that returns the names of the remotes rendered since, including remotes without a server part
 */
export function openServerPage({ data, remotes }: ServerPage): () => string[] {
  const loaded = new RecordingMap(Object.entries(remotes))
  replacePageData(data)
  replaceRemotes(loaded, (name) =>
    Promise.reject(new RemoteLoadError(name, 'pages on the server load nothing')),
  )
  return () => [...loaded.read]
}
