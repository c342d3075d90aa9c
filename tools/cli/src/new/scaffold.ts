import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { CommandFailure } from '../command-failure'
import { REPOSITORY } from '../config'
import { findSlices, SERVICE_PORTS } from './find-slices'
import { fillIn } from './template'

export type SliceKind = 'remote' | 'service'

/** 'mfe-hello', 'svc-hello' */
export const folderOf = (kind: SliceKind, name: string): string =>
  kind === 'remote' ? `mfe-${name}` : `svc-${name}`

const SUFFIX = '.template'

/**
 * Writes a slice's own files.
 * @param repository absolute path of the repository's root
 * @returns their paths from there
 */
export function scaffold(repository: string, kind: SliceKind, name: string): string[] {
  const folder = folderOf(kind, name)
  const values = {
    name,
    Name: name.charAt(0).toUpperCase() + name.slice(1),
    folder,
    port: kind === 'service' ? nextPort(repository) : 0,
  }
  const copy = (templates: string, target: string) =>
    readdirSync(path.join(REPOSITORY, 'tools/cli/templates', templates), {
      recursive: true,
      encoding: 'utf8',
    })
      .filter((file) => file.endsWith(SUFFIX))
      .map((file) => file.slice(0, -SUFFIX.length))
      .map((file) => {
        const text = fillIn(path.join(templates, file), values)
        return writeNew(repository, path.join(target, file.replaceAll('__name__', name)), text)
      })
  return [
    ...copy(kind, folder),
    ...(kind === 'service' ? copy('contract', `packages/contracts/src/${name}`) : []),
  ]
}

function writeNew(repository: string, file: string, text: string): string {
  const full = path.join(repository, file)
  if (existsSync(full)) throw new CommandFailure(`${file} is there already: nothing was overwritten.`)
  mkdirSync(path.dirname(full), { recursive: true })
  writeFileSync(full, text)
  return file
}

function nextPort(repository: string): number {
  const ports = findSlices(repository).services.map(({ settings }) => settings.port)
  const port = Math.max(SERVICE_PORTS.first - 1, ...ports) + 1
  if (port > SERVICE_PORTS.last)
    throw new CommandFailure(`No port up to ${SERVICE_PORTS.last} is free for another service.`)
  return port
}
