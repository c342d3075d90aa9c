import { readFileSync } from 'node:fs'
import path from 'node:path'
import { RemoteDescriptor } from '@offquad/contracts'
import { conforms } from '../conforms'
import { type RemoteDefinition } from '../remotes/remote-definition'

/**
 * What a remote's remote.json says it contributes, and what it does contribute: the two must be equal, because the
 * gateway and other teams go by the file before any of its code is loaded.
 * @param folder absolute path of the slice
 * @throws Error when remote.json is not what the contract says
 */
export function compareWithDescriptor(remote: RemoteDefinition, folder: string) {
  const descriptor: unknown = JSON.parse(readFileSync(path.join(folder, 'remote.json'), 'utf8'))
  if (!conforms(RemoteDescriptor, descriptor))
    throw new Error(`${folder}/remote.json is no remote descriptor`)
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
