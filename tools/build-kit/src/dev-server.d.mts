/** The tested part of webpack-dev-server's configuration. */
interface DevServer {
  onListening(devServer: { server: { address(): { port: number } } }): void
}

export function devServer(folder: string): DevServer
