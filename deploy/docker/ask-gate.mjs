// The startup probe of a service in Kubernetes: asks the gateway that runs whether this version has every call that live
// slices use. If not, the pod does not become ready, the reasons are in its log, and the version before stays.
//   node /offquad/ask-gate.mjs svc-users /proc/1/fd/1
import { appendFileSync } from 'node:fs'

const PATIENCE_MS = 3_000
const { PORT, DEPLOY_TO, DEPLOY_TOKEN } = process.env
const [app, log] = process.argv.slice(2)

const document = await (await request(`http://127.0.0.1:${PORT}/openapi.json`)).text()
const headers = { 'content-type': 'application/json', authorization: `Bearer ${DEPLOY_TOKEN}` }
// Where no gateway answers, or not every service runs yet, as in a first installation, nothing can be lost.
const answer =
  DEPLOY_TOKEN &&
  (await request(`${DEPLOY_TO}/api/services/${app}/check`, { method: 'POST', headers, body: document }).catch(
    () => undefined,
  ))
if (answer && answer.status >= 400 && answer.status < 500) {
  const { detail } = await answer.json()
  // A token that is not valid any more must keep no pod of a live version from starting again.
  const isRefused = answer.status === 400
  const msg = isRefused ? `the gate refuses this version: ${detail}` : `the gate was not asked: ${detail}`
  appendFileSync(log, `${JSON.stringify({ level: 50, time: Date.now(), app, msg })}\n`)
  process.exitCode = isRefused ? 1 : 0
}

function request(url, options) {
  return fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
}
