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
  const line = { level: 50, time: Date.now(), app, msg: `the gate refuses this version: ${detail}` }
  appendFileSync(log, `${JSON.stringify(line)}\n`)
  process.exitCode = 1
}

function request(url, options) {
  return fetch(url, { ...options, signal: AbortSignal.timeout(PATIENCE_MS) })
}
