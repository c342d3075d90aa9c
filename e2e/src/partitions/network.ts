import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** A machine of the network: a network namespace with one IP address. */
export interface Machine {
  name: string
  address: string
  /** Starts a process on it. */
  spawn(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess
}

export interface Network {
  machines: Map<string, Machine>
  /** Drops all packets between the two. */
  cut(from: string, to: string): void
  heal(): void
  close(): Promise<void>
}

const SUBNET = '10.77.0'
/** The IP address of this process. */
const CLIENT = `${SUBNET}.1`
const FIRST_MACHINE = 11
const PREFIX = 'offquad'
const NAMESPACES = '/run/netns'

const ip = (...args: string[]): string => execFileSync('ip', args, { encoding: 'utf8' })

/**
 * Network namespaces on one switch, and this process beside them.
 * @param options.delayMs of each packet, one way
 * @param options.loss share of packets that are lost, drawn from the seed
 * @throws Error with what is missing, where there is no Linux, root or TUN
 */
export async function openNetwork(
  names: readonly string[],
  { seed, delayMs, loss }: { seed: number; delayMs: number; loss: number },
): Promise<Network> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0 || !existsSync('/dev/net/tun'))
    throw new Error('Network namespaces need Linux, root, iproute2, python3 and /dev/net/tun.')
  removeLeftovers()
  const children = new Set<ChildProcess>()
  const nodes = names.map((name, index) => ({
    name,
    address: `${SUBNET}.${FIRST_MACHINE + index}`,
    device: `oq${process.pid}n${index}`,
    namespace: `${PREFIX}-${process.pid}-${name}`,
  }))
  const clientDevice = `oq${process.pid}c`
  const packetSwitch = spawn(
    'python3',
    [
      path.join(import.meta.dirname, 'packet_switch.py'),
      String(seed),
      String(delayMs / 1000),
      String(loss),
      `${clientDevice}=${CLIENT}`,
      ...nodes.map(({ device, address }) => `${device}=${address}`),
    ],
    // Outside of this process's group, where Ctrl-C would end it before the machines are stopped.
    { stdio: ['pipe', 'pipe', 'inherit'], detached: true },
  )
  const removeAll = () => {
    for (const child of children) child.kill('SIGKILL')
    packetSwitch.kill('SIGKILL')
    for (const { namespace } of nodes)
      if (existsSync(path.join(NAMESPACES, namespace))) ip('netns', 'delete', namespace)
  }
  // Removes everything, however this process ends.
  process.once('exit', removeAll)
  await once(packetSwitch.stdout, 'data')
  for (const { device, namespace, address } of nodes) {
    ip('netns', 'add', namespace)
    ip('link', 'set', device, 'netns', namespace)
    ip('-n', namespace, 'link', 'set', 'lo', 'up')
    setUp(['-n', namespace], device, address)
  }
  setUp([], clientDevice, CLIENT)

  const machines = nodes.map(({ name, address, namespace }): [string, Machine] => [
    name,
    {
      name,
      address,
      spawn(command, args, env) {
        // `ip netns exec` becomes the command: its process id is the command's.
        const child = spawn('ip', ['netns', 'exec', namespace, command, ...args], {
          env: { ...process.env, ...env },
          stdio: ['ignore', 'pipe', 'pipe'],
          detached: true,
        })
        children.add(child)
        child.once('exit', () => children.delete(child))
        return child
      },
    },
  ])
  const addressOf = (name: string) => nodes.find((node) => node.name === name)?.address ?? ''
  return {
    machines: new Map(machines),
    cut: (a, b) => void packetSwitch.stdin.write(`cut ${addressOf(a)} ${addressOf(b)}\n`),
    heal: () => void packetSwitch.stdin.write('heal\n'),
    async close() {
      const ends = [...children].map((child) => once(child, 'exit'))
      removeAll()
      await Promise.all(ends)
      process.off('exit', removeAll)
    },
  }
}

function setUp(namespace: string[], device: string, address: string): void {
  ip(...namespace, 'address', 'add', `${address}/24`, 'dev', device)
  ip(...namespace, 'link', 'set', device, 'up', 'txqueuelen', '2000')
}

/** Namespaces of runs that were killed. */
function removeLeftovers(): void {
  if (!existsSync(NAMESPACES)) return
  for (const namespace of readdirSync(NAMESPACES)) {
    const [, pid] = new RegExp(`^${PREFIX}-(\\d+)-`).exec(namespace) ?? []
    if (pid !== undefined && !existsSync(`/proc/${pid}`)) ip('netns', 'delete', namespace)
  }
}
