import { NotFoundError } from '@offquad/service-kit'

export function throwNotFound(kind: 'apartment' | 'landlord' | 'area' | 'guide', id: string): never {
  throw new NotFoundError(`${kind}-not-found`, `There is no ${kind} "${id}".`)
}
