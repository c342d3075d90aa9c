// Replaces typebox's checks of references and unique items (2 KB with brotli): no schema that browsers check has any.

const unavailable = () => {
  throw new Error('in the browser, schemas have no references and no unique items (ADR 014)')
}

export const DynamicRef = unavailable
export const Hash = unavailable
export const HashCode = unavailable
export const RecursiveRef = unavailable
export const Ref = unavailable
