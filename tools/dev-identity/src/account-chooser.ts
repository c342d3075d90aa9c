import { type Account } from './accounts'

export const CHOOSER_PATHS = { page: '/authorize', script: '/authorize.js', style: '/authorize.css' } as const

interface Chooser {
  accounts: Account[]
  /** The origin that may receive the credential: that of the page that opened the popup. */
  origin: string
  nonce?: string
  emailDomain?: string
}

const ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escape = (text: string) => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '')

/** Renders the popup's page. All input is escaped; the script reads it from attributes. */
export function renderChooser({
  accounts,
  origin,
  nonce = '',
  emailDomain = 'example.edu',
}: Chooser): string {
  const items = accounts.map(
    ({ email, name }) =>
      `<li><button type="button" data-email="${escape(email)}"><strong>${escape(name)}</strong> ${escape(email)}</button></li>`,
  )
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Choose an account</title>
<link rel="stylesheet" href="${CHOOSER_PATHS.style}">
<script src="${CHOOSER_PATHS.script}" defer></script>
</head>
<body data-origin="${escape(origin)}" data-nonce="${escape(nonce)}">
<main>
<h1>Choose an account</h1>
<p>This replaces Google sign-in during development. No password is required.</p>
<ul>${items.join('')}</ul>
<form>
<label for="email">Another e-mail address</label>
<input id="email" name="email" type="email" required autocomplete="off" placeholder="first.last@${escape(emailDomain)}">
<button>Continue</button>
</form>
<p role="alert"></p>
</main>
</body>
</html>`
}

/** Renders an error page for a popup that was opened with invalid parameters. */
export const renderError = (reason: string): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Sign-in failed</title></head><body><main><h1>Sign-in failed</h1><p>${escape(reason)}</p></main></body></html>`

export const CHOOSER_SCRIPT = `
const { origin, nonce } = document.body.dataset
const alertLine = document.querySelector('[role=alert]')

async function choose(email) {
  if (!window.opener) {
    alertLine.textContent = "Please use the site's sign-in button to open this page."
    return
  }
  const response = await fetch('/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, ...(nonce && { nonce }) }),
  })
  const body = await response.json()
  if (!response.ok) {
    alertLine.textContent = body.message
    return
  }
  window.opener.postMessage({ credential: body.credential }, origin)
  window.close()
}

const start = (email) =>
  choose(email).catch(() => { alertLine.textContent = 'Signing in failed. Please try again.' })

document.querySelector('ul').addEventListener('click', (event) => {
  const button = event.target.closest('button')
  if (button) start(button.dataset.email)
})
document.querySelector('form').addEventListener('submit', (event) => {
  event.preventDefault()
  start(new FormData(event.target).get('email').trim())
})
`

export const CHOOSER_STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 24px; }
main { max-width: 420px; margin: auto; }
h1 { font-size: 24px; margin: 0 0 8px; }
ul { list-style: none; margin: 24px 0; padding: 0; display: grid; gap: 8px; }
button, input { font: inherit; padding: 8px 16px; border: 1px solid GrayText; border-radius: 8px; }
ul button { width: 100%; text-align: left; background: Canvas; color: CanvasText; cursor: pointer; }
strong { display: block; }
form { display: grid; gap: 8px; }
:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
`
