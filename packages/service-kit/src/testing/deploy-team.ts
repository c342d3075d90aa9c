import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

export interface DeployedCopy {
  version: string
  /** Replaces the content of its entry. */
  entry?: string
  /** Percentage of visitors; absent: all. */
  canary?: number
}

interface TeamOptions {
  /** The running platform's. */
  url: string
  dataDir: string
  /** Absolute path of the folder in which it was started. */
  repository: string
}

/** The forms in which the entry is published. */
const ENTRY_ENCODINGS: Record<string, (content: Buffer) => Buffer> = {
  'remote-entry.js': (content) => content,
  'remote-entry.js.br': (content) => brotliCompressSync(content),
  'remote-entry.js.gz': (content) => gzipSync(content),
}

/** The HTTP calls of an app's team. */
export function createTeam({ url, dataDir, repository }: TeamOptions, app: string) {
  async function send(method: string, address: string, body?: object | Buffer): Promise<Response> {
    const isFile = Buffer.isBuffer(body)
    const tokens = JSON.parse(
      await readFile(path.join(dataDir, 'keys/deploy-tokens.json'), 'utf8'),
    ) as Record<string, string>
    return fetch(`${url}/api/deploys/${app}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${tokens[app]}`,
        ...(body && { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      ...(body && { body: isFile ? new Uint8Array(body) : JSON.stringify(body) }),
    })
  }

  /** Deploys the files of the build under another version. */
  async function deployCopy({ version, entry, canary }: DeployedCopy): Promise<void> {
    const dist = path.join(repository, app, 'dist')
    const names = (await readdir(dist)).filter((name) => !name.startsWith('.build-'))
    const files: { path: string; sha384: string; bytes: number }[] = []
    for (const name of names) {
      const encode = ENTRY_ENCODINGS[name]
      const content =
        entry !== undefined && encode ? encode(Buffer.from(entry)) : await readFile(path.join(dist, name))
      const response = await send('PUT', `/${version}/file?path=${encodeURIComponent(name)}`, content)
      if (!response.ok) throw new Error(await response.text())
      const sha384 = createHash('sha384').update(content).digest('base64')
      files.push({ path: name, sha384, bytes: content.length })
    }
    const remote: unknown = JSON.parse(await readFile(path.join(repository, app, 'remote.json'), 'utf8'))
    const response = await send('POST', `/${version}`, { files, remote, ...(canary && { canary }) })
    if (response.status !== 201) throw new Error(await response.text())
  }

  return { send, deployCopy }
}
