import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { type SliceKind } from './scaffold'

const MAX_NAME_LENGTH = 20
/** Paths of the gateway, and folders of the repository. */
const RESERVED = 'api mf media tiles healthz readyz metrics notfound assets shell gateway'.split(' ')

/** @throws CommandFailure with the reason when a slice of this kind cannot have the name */
export function throwIfNameIsTaken(repository: string, kind: SliceKind, folder: string, name: string): void {
  const reason = reasonAgainst(repository, kind, folder, name)
  if (reason) throw new CommandFailure(reason, 2)
}

function reasonAgainst(
  repository: string,
  kind: SliceKind,
  folder: string,
  name: string,
): string | undefined {
  if (!/^[a-z]+$/.test(name) || name.length > MAX_NAME_LENGTH)
    return `"${name}" cannot be a slice's name: use up to ${MAX_NAME_LENGTH} letters from a to z, without a prefix, as in hello.`
  const folders = kind === 'service' ? [folder, `packages/contracts/src/${name}`] : [folder]
  const taken = folders.find((file) => existsSync(path.join(repository, file)))
  if (taken) return `${taken} is there already: delete it, or choose another name.`
  if (kind === 'remote') {
    const owner = ownerOfPage(repository, `/${name}`)
    if (owner) return `The page /${name} belongs to ${owner}: choose another name.`
  }
  if (RESERVED.includes(name)) return `"${name}" is reserved: choose another name.`
  return undefined
}

/** The remote whose remote.json has a route that begins like this page. */
function ownerOfPage(repository: string, page: string): string | undefined {
  const remotes = readdirSync(repository).filter((folder) => folder.startsWith('mfe-'))
  return remotes.find((folder) => {
    const file = path.join(repository, folder, 'remote.json')
    if (!existsSync(file)) return false
    const { routes } = JSON.parse(readFileSync(file, 'utf8')) as { routes: { path: string }[] }
    return routes.some((route) => route.path.split('/')[1] === page.slice(1))
  })
}
