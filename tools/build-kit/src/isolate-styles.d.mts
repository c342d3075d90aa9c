import { type Plugin } from 'postcss'

export function isolateStyles(app: string): Plugin
export function layerStyles(name: string): Plugin
