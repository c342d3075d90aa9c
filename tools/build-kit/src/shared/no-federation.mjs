const unavailable = () => {
  throw new Error('remotes are not loaded on the server')
}

export const loadRemote = unavailable
export const registerRemotes = unavailable
