import { DockerfileParser, type From } from 'dockerfile-ast'
import { read, SERVICES } from './repository'

export interface Copy {
  /** The stage it is copied from; undefined: the repository. */
  from: string | undefined
  sources: string[]
  target: string
}

/** The Dockerfile of a slice's image. */
export const dockerfileOf = (slice: string): string =>
  `deploy/docker/${SERVICES.includes(slice) ? 'service' : 'frontend'}.Dockerfile`

/** Parses a slice's Dockerfile: contents of the image, and how it is started. */
export function readImage(slice: string) {
  const text = read(dockerfileOf(slice)).replaceAll('${SLICE}', slice).replaceAll('"$SLICE"', slice)
  const dockerfile = DockerfileParser.parse(text)
  const instructions = dockerfile.getInstructions()
  const froms = instructions.filter((instruction): instruction is From => instruction.getKeyword() === 'FROM')
  const lastStage = instructions.slice(instructions.lastIndexOf(froms.at(-1) as From))
  const last = (keyword: string) => lastStage.findLast((instruction) => instruction.getKeyword() === keyword)
  const copies = dockerfile.getCOPYs().map((copy): Copy => {
    const words = copy.getArguments().map((argument) => argument.getValue())
    const from = copy.getFromFlag()?.getValue() ?? undefined
    return { from, sources: words.slice(0, -1), target: words.at(-1) ?? '' }
  })
  return {
    baseImages: froms.map((from) => from.getImage()),
    copies,
    /** Copies of the last stage, into the image itself. */
    finalCopies: copies.slice(-lastStage.filter((instruction) => instruction.getKeyword() === 'COPY').length),
    env: Object.fromEntries(
      dockerfile
        .getENVs()
        .flatMap((env) => env.getProperties().map((p) => [p.getName(), p.getValue() ?? ''])),
    ),
    user: last('USER')?.getArgumentsContent() ?? undefined,
    workdir: last('WORKDIR')?.getArgumentsContent() ?? '',
    command: JSON.parse(last('CMD')?.getArgumentsContent() ?? '[]') as string[],
    hasHealthCheck: last('HEALTHCHECK') !== undefined,
    labels: Object.fromEntries(
      dockerfile
        .getInstructions()
        .flatMap((instruction) =>
          instruction.getKeyword() === 'LABEL'
            ? [...(instruction.getRawArgumentsContent() ?? '').matchAll(/([\w.]+)="([^"]*)"/g)].map(
                ([, name = '', value = '']) => [name, value],
              )
            : [],
        ),
    ),
    text,
  }
}
