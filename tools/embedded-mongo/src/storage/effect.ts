import { decodeDocument, encodeDocument } from '../values/bson'
import type { Document } from '../values/value'

/** Declaration of an index: the stored form and, with `v`, the form that `listIndexes` returns. */
export interface IndexSpecification {
  name: string
  key: Document
  unique?: boolean
  sparse?: boolean
  partialFilterExpression?: Document
  expireAfterSeconds?: number
}

/** The change that a command made to the data, in physical terms: replaying it needs no decision. */
export type Effect =
  | { kind: 'create'; namespace: string }
  | { kind: 'drop'; namespace: string }
  | { kind: 'put'; namespace: string; document: Document }
  | { kind: 'delete'; namespace: string; id: unknown }
  | { kind: 'createIndex'; namespace: string; specification: IndexSpecification }

export function encodeEffects(effects: Effect[]): Buffer {
  return Buffer.concat(effects.map((effect) => encodeDocument(effect)))
}

/** Decodes BSON documents one after another. */
export function decodeEffects(payload: Buffer): Effect[] {
  const effects: Effect[] = []
  for (let offset = 0; offset < payload.length;) {
    const end = offset + payload.readInt32LE(offset)
    const decoded = decodeDocument(payload.subarray(offset, end), { isStored: true })
    // Lines are checksummed and only written by encodeEffects.
    effects.push(decoded as unknown as Effect)
    offset = end
  }
  return effects
}
