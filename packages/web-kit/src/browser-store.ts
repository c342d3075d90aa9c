/** Stored values by key, including files, which localStorage cannot hold. */
export interface BrowserStore<T> {
  get: (key: string) => Promise<T | undefined>
  put: (key: string, value: T) => Promise<void>
  delete: (key: string) => Promise<void>
  list: () => Promise<T[]>
}

const DATABASE = 'offquad'
const VERSION = 1
const STORES = ['draft-pictures', 'outbox'] as const

let opening: Promise<IDBDatabase | undefined> | undefined

/** The database; undefined where the browser blocks storage, as some do in private windows. */
function database(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, VERSION)
      request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name))
      request.onerror = () => resolve(undefined)
      request.onsuccess = () => {
        // Closed, so that it does not block an upgrade by a newer version of the site in another tab.
        request.result.onversionchange = () => {
          request.result.close()
          opening = undefined
        }
        resolve(request.result)
      }
    } catch {
      resolve(undefined)
    }
  })
  return opening
}

/** A store in the browser's IndexedDB, or in memory where the browser blocks storage. */
export function browserStore<T>(name: (typeof STORES)[number]): BrowserStore<T> {
  const memory = new Map<string, T>()

  async function run<R>(
    mode: IDBTransactionMode,
    work: (store: IDBObjectStore) => IDBRequest<R>,
    inMemory: () => R,
  ): Promise<R> {
    const opened = await database()
    if (!opened) return inMemory()
    try {
      return await new Promise((resolve, reject) => {
        const transaction = opened.transaction(name, mode)
        const request = work(transaction.objectStore(name))
        // Durable once the transaction is complete, not when the request succeeds.
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser could not store it.'))
      })
    } catch {
      // Full, or closed in the meantime.
      return inMemory()
    }
  }

  return {
    get: (key) =>
      run<T | undefined>(
        'readonly',
        (store) => store.get(key) as IDBRequest<T | undefined>,
        () => memory.get(key),
      ),
    async put(key, value) {
      await run<unknown>(
        'readwrite',
        (store) => store.put(value, key) as IDBRequest<unknown>,
        () => memory.set(key, value),
      )
    },
    async delete(key) {
      memory.delete(key)
      await run<unknown>(
        'readwrite',
        (store) => store.delete(key) as IDBRequest<unknown>,
        () => undefined,
      )
    },
    list: () =>
      run<T[]>(
        'readonly',
        (store) => store.getAll() as IDBRequest<T[]>,
        () => [...memory.values()],
      ),
  }
}
