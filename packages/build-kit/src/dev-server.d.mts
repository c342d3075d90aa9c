/** What webpack-dev-server is configured with, as far as it is tested. */
interface DevServer {
  onListening(devServer: { server: { address(): { port: number } } }): void
}

export function devServer(folder: string): DevServer
