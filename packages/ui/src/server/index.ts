export { createStyleCollector, type StyleCollector } from './collect-styles'
