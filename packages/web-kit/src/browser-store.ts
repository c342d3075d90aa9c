/** Values by key that outlive the page; unlike localStorage it holds files as well. */
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

/** Undefined in a browser that keeps nothing: some do so in private windows. */
function database(): Promise<IDBDatabase | undefined> {
  opening ??= new Promise((resolve) => {
    try {
      const request = indexedDB.open(DATABASE, VERSION)
      request.onupgradeneeded = () => STORES.forEach((name) => request.result.createObjectStore(name))
      request.onerror = () => resolve(undefined)
      request.onsuccess = () => {
        // A later version of the site in another tab must not wait for this one.
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

/** One of the stores in the browser's IndexedDB; in a browser that keeps nothing values last as long as the page. */
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
        // Written once the transaction is complete, not when the request succeeds.
        transaction.oncomplete = () => resolve(request.result)
        transaction.onabort = () => reject(transaction.error ?? new Error('The browser did not keep it.'))
      })
    } catch {
      // Full, or closed meanwhile.
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
