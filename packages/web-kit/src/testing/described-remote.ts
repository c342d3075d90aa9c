import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteDescriptor } from '@offquad/contracts'
import { conforms } from '../conforms'
import { type RemoteDefinition } from '../remotes/remote-definition'

/**
 * The declarations of a remote's remote.json, and the exports of its code: the two must be equal, because the gateway and
 * other teams rely on the file before any code is loaded.
 * @param folder absolute path of the slice
 * @throws Error when remote.json does not match the contract
 */
export function compareWithDescriptor(remote: RemoteDefinition, folder: string) {
  const descriptor: unknown = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'))
  if (!conforms(RemoteDescriptor, descriptor))
    throw new Error(`${folder}/remote.json is not a valid remote descriptor`)
  const sorted = (names: string[]) => names.toSorted()
  return {
    described: {
      routes: sorted(descriptor.routes.map((route) => route.path)),
      slots: sorted(descriptor.slots),
    },
    provided: {
      routes: sorted(remote.routes.map((route) => route.path)),
      slots: sorted(Object.keys(remote.slots ?? {})),
    },
  }
}
