import { createHash } from 'node:crypto'
import { escapeJson } from './html'

/** Matches tags that load a script. */
export const SCRIPT = /<script\b[^>]*\bsrc="([^"]*)"[^>]*><\/script>/g
/** Matches tags that preload a script. */
export const PRELOAD = /<link\b(?=[^>]*\brel="preload")(?=[^>]*\bas="script")[^>]*\bhref="([^"]*)"[^>]*>/g

/**
 * Replaces the script tags by one inline script that loads the files. A policy can allow it by its hash together with whatever
 * it loads ('strict-dynamic', w3.org/TR/CSP3/#strict-dynamic-usage). Unlike a nonce, a hash is the same for every response, so
 * that pages are composed and compressed once. Scripts run in the order and at the time of `defer`.
 * @returns the HTML, and the inline script, whose hash the policy must contain
 */
export function withScriptLoader(html: string): { html: string; loader: string } {
  const urlsOf = (pattern: RegExp) => [...html.matchAll(pattern)].map(([, url = '']) => url)
  const [scripts, preloads] = [urlsOf(SCRIPT), urlsOf(PRELOAD)]
  // Such a policy blocks parser-inserted preloads, so the script adds them.
  const loader = `(${loadScripts})(${listOf([...scripts, ...preloads])},${listOf(scripts)})`
  const [first = ''] = html.match(SCRIPT) ?? []
  return {
    html: html
      .replace(first, () => `<script>${loader}</script>`)
      .replace(SCRIPT, '')
      .replace(PRELOAD, ''),
    loader,
  }
}

/** The source expression that allows an inline script in a policy. */
export const hashOf = (script: string): string =>
  `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const listOf = (urls: string[]): string => escapeJson(JSON.stringify(urls))

/** Runs on the page. A string, because builds would transform a function. */
const loadScripts = `(files,entries)=>{
const add=(name,attributes)=>document.head.append(Object.assign(document.createElement(name),attributes))
for(const href of files)add("link",{rel:"preload",as:"script",href})
addEventListener("DOMContentLoaded",()=>{for(const src of entries)add("script",{async:false,src})})
}`
