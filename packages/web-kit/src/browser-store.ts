import { withTimeout } from './with-timeout'

/** Stored values by key, including files, which localStorage cannot hold. */
export interface BrowserStore<T> {
  get: (key: string) => Promise<T | undefined>
  /** Resolves once the value is stored durably, or storing it has failed. */
  put: (key: string, value: T) => Promise<void>
  delete: (key: string) => Promise<void>
}

const DATABASE = 'offquad'
const VERSION = 2
const STORE = 'draft-pictures'

/** Longest wait for the database, because some browsers never open it or respond. */
const PATIENCE_MS = 1_000

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, VERSION)
    request.onupgradeneeded = () => {
      const { result } = request
      for (const name of result.objectStoreNames) result.deleteObjectStore(name)
      result.createObjectStore(STORE)
    }
    request.onerror = () => reject(request.error ?? new Error('The browser did not open it.'))
    request.onsuccess = () => {
      // Closes the database, so that it does not block an upgrade by a newer version of the site in another tab.
      request.result.onversionchange = () => {
        request.result.close()
        opening = undefined
      }
      resolve(request.result)
    }
  })
  return opening
}

/** A store in the browser's IndexedDB, or in memory if the browser blocks storage. */
export function browserStore<T>(): BrowserStore<T> {
  /** Values that are not stored durably, yet or at all. */
  const memory = new Map<string, T>()

  async function run<R>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<R>,
  ): Promise<R> {
    const opened = await database()
    return new Promise((resolve, reject) => {
      const transaction = opened.transaction(STORE, mode)
      const request = work(transaction.objectStore(STORE))
      // Durable once the transaction is complete, not when the request succeeds.
      transaction.oncomplete = () => resolve(request.result)
      transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not store it.'))
    })
  }

  const patiently = <R>(work: Promise<R>) => withTimeout(work, PATIENCE_MS).catch(() => undefined)

  return {
    async get(key) {
      const value = memory.get(key)
      return value ?? patiently(run('readonly', (store) => store.get(key) as IDBRequest<T | undefined>))
    },
    async put(key, value) {
      memory.set(key, value)
      const stored = run('readwrite', (store) => store.put(value, key)).then(() => {
        if (memory.get(key) === value) memory.delete(key)
      })
      await patiently(stored)
    },
    async delete(key) {
      memory.delete(key)
      await patiently(run('readwrite', (store) => store.delete(key)))
    },
  }
}
