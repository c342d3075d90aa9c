// Stands where the federation runtime stands: the page's one remote is part of the bundle already.
export const registerPlugins = () => undefined
export const registerRemotes = () => undefined
export const loadRemote = () => import(/* webpackMode: "eager" */ 'the-remote')
