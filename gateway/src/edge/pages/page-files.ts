import { type Remote } from '@offquad/releases'
import { escapeHtml } from './html'

export const urlsOf = ({ baseUrl }: { baseUrl: string }, files: readonly string[]): string[] =>
  files.map((file) => baseUrl + file)

/** A stylesheet of a page. */
export interface Stylesheet {
  url: string
  /** Relative to its app. */
  file: string
  /** Set on pages whose first paint waits for nothing but the page. */
  text?: string | undefined
}

export const stylesheetsOf = (baseUrl: string, files: readonly string[]): Stylesheet[] =>
  files.map((file) => ({ url: baseUrl + file, file }))

export const stylesOf = ({ app, firstFiles }: Remote): Stylesheet[] =>
  stylesheetsOf(app.baseUrl, firstFiles.styles)

/** Scripts that need a stylesheet find it by `data-href`, and do not load it. */
export const styleElement = ({ url, file, text }: Stylesheet): string =>
  text === undefined
    ? `<link rel="stylesheet" data-href="${escapeHtml(file)}" href="${escapeHtml(url)}">`
    : `<style data-href="${escapeHtml(file)}">${text}</style>`
