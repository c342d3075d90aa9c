/** Changes of a page since `remember`. */
export interface Changes {
  globals: string[]
  builtIns: string[]
  /** Keys of both storages. */
  storage: string[]
  /** Elements of the shell that look different, or are new. */
  styles: string[]
}

export interface PageWatch {
  remember(): void
  changes(): Changes
  /** The number of running timers of each origin. */
  timers(): Record<string, number>
  /** Rules of stylesheets loaded since `remember` that apply to more than content of remotes. */
  rulesOutside(): string[]
}

export type Watched = typeof globalThis & { pageWatch: PageWatch }

/** Runs in each page before its scripts, without access to this module's scope. */
export function watchPage(): void {
  const timers = new Map<unknown, string>()
  let names = new Map<string, PropertyDescriptor>()
  let builtIns = new Map<object, { name: string; members: Record<PropertyKey, PropertyDescriptor> }>()
  let looks = new Map<string, Map<string, string>>()
  let sheets = new Set<CSSStyleSheet>()

  for (const kind of ['setTimeout', 'setInterval'] as const) {
    const start = globalThis[kind].bind(globalThis) as (...args: unknown[]) => number
    const isOnce = kind === 'setTimeout'
    Object.assign(globalThis, {
      [kind](action: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) {
        const run = (...given: unknown[]) => {
          if (isOnce) timers.delete(id)
          action(...given)
        }
        const id = start(run, ms, ...args)
        timers.set(id, `${kind} of ${ms} ms${origin()}`)
        return id
      },
    })
  }
  for (const kind of ['clearTimeout', 'clearInterval'] as const) {
    const stop = globalThis[kind].bind(globalThis)
    Object.assign(globalThis, {
      [kind](id: number) {
        timers.delete(id)
        stop(id)
      },
    })
  }

  function origin(): string {
    const frame = /\/mf\/(mfe-\S+?):\d+\)?$/m.exec(new Error().stack ?? '')?.[1]
    return frame ? ` from ${frame.replace(/^(mfe-[^/]+)\/[^/]+\//, '$1/')}` : ''
  }

  const isOwner = (value: unknown): value is object =>
    (typeof value === 'object' && value !== null) || typeof value === 'function'

  function findBuiltIns(): typeof builtIns {
    const found: typeof builtIns = new Map()
    const add = (name: string, owner: unknown) =>
      isOwner(owner) &&
      !found.has(owner) &&
      found.set(owner, { name, members: Object.getOwnPropertyDescriptors(owner) })
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(globalThis))) {
      const isNative = typeof value === 'function' && /\{\s*\[native code\]\s*\}$/.test(String(value))
      if (!isNative && !['JSON', 'Math', 'Reflect', 'Intl', 'Atomics', 'console'].includes(name)) continue
      add(name, value)
      if (isNative) add(`${name}.prototype`, (value as { prototype?: unknown }).prototype)
    }
    for (const name of ['document', 'history', 'navigator'] as const) add(name, globalThis[name])
    return found
  }

  // L is Leaflet’s own.
  const isOfFrameworks = (name: PropertyKey) =>
    typeof name === 'symbol' || /^_{1,2}react|^webpackChunk|^mfe_|^pageWatch$|^L$/i.test(String(name))
  const differ = (before: PropertyDescriptor | undefined, now: PropertyDescriptor | undefined) =>
    (['value', 'get', 'set'] as const).some((part) => {
      const [was, is] = [before?.[part] as unknown, now?.[part] as unknown]
      return was !== is && (isOwner(was) || isOwner(is) || !before || !now)
    })

  function membersChanged(
    before: Record<PropertyKey, PropertyDescriptor>,
    now: Record<PropertyKey, PropertyDescriptor>,
  ): string[] {
    return [...new Set([...Reflect.ownKeys(before), ...Reflect.ownKeys(now)])]
      .filter((name) => !isOfFrameworks(name) && differ(before[name], now[name]))
      .map(String)
  }

  /** The computed style of each element that no remote renders, by its place. */
  function findLooks(): typeof looks {
    // The focus depends on how the user came here.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    const elements = [...document.querySelectorAll('html, body, body *')].filter(
      (element) => !element.closest('[data-app], script, style, [aria-live]'),
    )
    return new Map(
      elements.map((element) => {
        const style = getComputedStyle(element)
        const properties = [...style].map((name) => [name, style.getPropertyValue(name)] as const)
        return [placeOf(element), new Map(properties)]
      }),
    )
  }

  function placeOf(element: Element): string {
    const name = `${element.tagName.toLowerCase()}${[...element.classList].map((className) => `.${className}`).join('')}`
    const parent = element.parentElement
    const alike = [...(parent?.children ?? [])].filter(
      (sibling) => sibling.tagName === element.tagName && sibling.className === element.className,
    )
    const position = alike.length > 1 ? `:${alike.indexOf(element) + 1}` : ''
    return parent ? `${placeOf(parent)} ${name}${position}` : name
  }

  function looksChanged(): string[] {
    const now = findLooks()
    const changed = [...now].flatMap(([place, properties]) => {
      const before = looks.get(place)
      const short = place.split(' ').slice(-2).join(' ')
      if (!before) return [`${short} is new`]
      const different = [...properties].filter(([name, value]) => before.get(name) !== value)
      if (different.length === 0) return []
      const [name, value] = different[0] ?? []
      const more = different.length > 1 ? ` and ${different.length - 1} more` : ''
      return [`${short} has ${name} ${value}, was ${before.get(name ?? '')}${more}`]
    })
    const gone = [...looks.keys()].filter((place) => !now.has(place)).map((place) => `${place} is gone`)
    return [...changed, ...gone]
  }

  const allSheets = () => [...document.styleSheets, ...document.adoptedStyleSheets]

  function findOutside(rules: CSSRuleList): string[] {
    return [...rules].flatMap((rule) => {
      if (rule instanceof CSSStyleRule) {
        const isOutside = [...document.querySelectorAll(rule.selectorText)].some(
          (element) => !element.closest('[data-app]'),
        )
        return isOutside ? [rule.selectorText] : []
      }
      // The rules of a scope apply only within it.
      const isScope = rule.constructor.name === 'CSSScopeRule'
      return 'cssRules' in rule && !isScope && !(rule instanceof CSSKeyframesRule)
        ? findOutside(rule.cssRules as CSSRuleList)
        : []
    })
  }

  const keysOf = (storage: Storage) => Object.keys(storage)

  const pageWatch: PageWatch = {
    remember() {
      names = new Map(Object.entries(Object.getOwnPropertyDescriptors(globalThis)))
      builtIns = findBuiltIns()
      looks = findLooks()
      sheets = new Set(allSheets())
    },
    changes: () => ({
      globals: membersChanged(Object.fromEntries(names), Object.getOwnPropertyDescriptors(globalThis)),
      builtIns: [...builtIns].flatMap(([owner, { name, members }]) =>
        membersChanged(members, Object.getOwnPropertyDescriptors(owner)).map((member) => `${name}.${member}`),
      ),
      storage: [...keysOf(localStorage), ...keysOf(sessionStorage)],
      styles: looksChanged(),
    }),
    timers() {
      const counts: Record<string, number> = {}
      for (const timer of timers.values()) counts[timer] = (counts[timer] ?? 0) + 1
      return counts
    },
    rulesOutside: () =>
      allSheets()
        .filter((sheet) => !sheets.has(sheet) && !sheet.href?.includes('/mf/shell/'))
        .flatMap((sheet) => findOutside(sheet.cssRules)),
  }
  Object.defineProperty(globalThis, 'pageWatch', { value: pageWatch, enumerable: false })
}
