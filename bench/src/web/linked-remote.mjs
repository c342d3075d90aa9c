// Replaces the federation runtime: the page's only remote is part of the bundle.
export const registerPlugins = () => undefined
export const registerRemotes = () => undefined
export const loadRemote = () => import(/* webpackMode: "eager" */ 'the-remote')
