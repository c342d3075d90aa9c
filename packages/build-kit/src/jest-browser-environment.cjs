const { TestEnvironment } = require('jest-environment-jsdom')

/** jsdom with Node's fetch classes, which it lacks and the router makes requests of. */
module.exports = class BrowserEnvironment extends TestEnvironment {
  async setup() {
    await super.setup()
    // All of one family: a Request takes only a signal of its own.
    Object.assign(this.global, { Headers, Request, Response, AbortController, AbortSignal })
  }
}
