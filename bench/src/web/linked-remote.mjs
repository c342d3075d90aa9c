// Replaces the federation runtime: the remotes of the page are part of the bundle, and run when they are loaded.
const REMOTES = {
  mfe_account: () => import(/* webpackMode: "eager" */ 'linked-account'),
  mfe_browse: () => import(/* webpackMode: "eager" */ 'linked-browse'),
  mfe_reviews: () => import(/* webpackMode: "eager" */ 'linked-reviews'),
}

export const registerRemotes = () => undefined
export const loadRemote = (id) => REMOTES[id.split('/')[0]]()
