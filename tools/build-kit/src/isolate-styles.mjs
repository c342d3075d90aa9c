import selectorParser from 'postcss-selector-parser'

/** At-rules that contain ordinary rules, which can be scoped like any other. */
const SCOPED_AT_RULES = new Set(['container', 'layer', 'media', 'scope', 'starting-style', 'supports'])

/** Elements that no remote renders. */
const OUTSIDE_TAGS = new Set(['html', 'body'])
const OUTSIDE_PSEUDOS = new Set([':root', ':host'])

const COUNTERS = /^counter-(increment|reset|set)$/
const KEYWORDS_OF_COUNTERS = new Set([
  'none',
  'inherit',
  'initial',
  'revert',
  'revert-layer',
  'unset',
  'list-item',
])

/**
 * A PostCSS plugin that confines an app's styles to the elements it renders: all rules go into a cascade layer and an
 * `@scope` that begins at `[data-app="<app>"]` and ends where another app's content begins, so that not even `!important`
 * applies beyond it. A rule that cannot be confined (`html`, `body`, `:root`, `@font-face`, `@property`, ...) fails the build, and so do
 * names that are global in CSS (keyframes, counters) and do not begin with the app's.
 * @param {string} app name of the app's folder: mfe-browse
 */
export const isolateStyles = (app) => ({
  postcssPlugin: 'offquad-isolate-styles',
  Once(root, { AtRule }) {
    rejectGlobals(root, app)
    const imports = root.nodes.filter((node) => node.type === 'atrule' && node.name === 'import')
    const keyframes = []
    root.walkAtRules(/keyframes$/, (rule) => void keyframes.push(rule.remove()))
    const scope = new AtRule({ name: 'scope', params: `([data-app="${app}"]) to (:scope [data-app])` })
    scope.append(root.nodes.filter((node) => !imports.includes(node)))
    const layer = new AtRule({ name: 'layer', params: `remotes.${app}` })
    layer.append(scope, ...keyframes)
    root.removeAll()
    root.append(...imports, layer)
  },
})

/**
 * A PostCSS plugin that puts a stylesheet into a cascade layer. The shell's index.html declares the order of the layers.
 * @param {string} name of the layer
 */
export const layerStyles = (name) => ({
  postcssPlugin: 'offquad-layer-styles',
  Once(root, { AtRule }) {
    const isImport = (node) => node.type === 'atrule' && node.name === 'import'
    const imports = root.nodes.filter(isImport)
    const layer = new AtRule({ name: 'layer', params: name })
    layer.append(root.nodes.filter((node) => !isImport(node)))
    root.removeAll()
    root.append(...imports, layer)
  },
})

function rejectGlobals(root, app) {
  root.walkAtRules((rule) => {
    const name = rule.name.toLowerCase()
    if (name === 'import') {
      if (/^(url\(\s*)?['"]?([a-z]+:)?\/\//i.test(rule.params))
        throw rule.error(`${app} may not import styles from another site: keep the file in the app.`)
    } else if (name === 'font-face') {
      throw rule.error(
        `${app} may not declare fonts, which affect whole pages: packages/ui provides the fonts.`,
      )
    } else if (name.endsWith('keyframes')) {
      if (!rule.params.startsWith(`${app}-`)) throw rule.error(notOwn(app, rule.params))
    } else if (!SCOPED_AT_RULES.has(name) && name !== 'charset')
      throw rule.error(`${app} may not use @${name}, which would apply outside of what the app renders.`)
  })
  root.walkRules((rule) => {
    if (isInKeyframes(rule)) return
    selectorParser((selectors) => {
      selectors.walk((node) => {
        const isOutside =
          (node.type === 'tag' && OUTSIDE_TAGS.has(node.value.toLowerCase())) ||
          (node.type === 'pseudo' && OUTSIDE_PSEUDOS.has(node.value.toLowerCase()))
        if (isOutside)
          throw rule.error(
            `${app} may not style "${node.value}", because its rules apply only to what it renders. Use a class instead.`,
          )
      })
    }).processSync(rule.selector)
  })
  root.walkDecls(COUNTERS, (declaration) => {
    const names = declaration.value.match(/-?[a-z_][\w-]*/gi) ?? []
    if (names.some((name) => !KEYWORDS_OF_COUNTERS.has(name) && !name.startsWith(`${app}-`)))
      throw declaration.error(notOwn(app, declaration.value))
  })
}

const notOwn = (app, name) => `${app} may not declare "${name}", which every app would see: call it ${app}-….`

const isInKeyframes = ({ parent }) => parent?.type === 'atrule' && parent.name.endsWith('keyframes')
