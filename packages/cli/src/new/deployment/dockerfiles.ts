interface ProcessImage {
  folder: string
  port: number
  /** Why the image starts what it starts. */
  comment: string
}

/** The Dockerfile of a service or of the gateway. */
export const processDockerfile = ({ folder, port, comment }: ProcessImage): string => `\
# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-bookworm-slim

FROM \${NODE_IMAGE} AS source
WORKDIR /offquad
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY ${folder} ${folder}

FROM source AS build
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --workspace ${folder}
RUN npm run build --workspace ${folder}

# What runs needs none of the build's tools.
FROM source AS dependencies
RUN --mount=type=cache,target=/npm-cache npm pkg delete devDependencies --workspaces \\
  && npm ci --cache /npm-cache --omit=dev --workspace ${folder} --include-workspace-root=false

FROM \${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=${port} METRICS_PORT=9464
WORKDIR /offquad
COPY config config
COPY --from=dependencies /offquad/node_modules node_modules
COPY --from=build /offquad/${folder}/package.json ${folder}/package.json
COPY --from=build /offquad/${folder}/dist ${folder}/dist
USER node
EXPOSE ${port} 9464
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \\
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# ${comment}
CMD ["node", "${folder}/dist/main.js"]
`

/** The Dockerfile of the shell or of a remote: an image that deploys its build and ends. */
export const frontendDockerfile = (folder: string): string => `\
# syntax=docker/dockerfile:1
ARG NODE_IMAGE=node:24-bookworm-slim

FROM \${NODE_IMAGE} AS build
WORKDIR /offquad
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY ${folder} ${folder}
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --workspace ${folder} --workspace packages/cli
RUN npm run build --workspace ${folder} -- --mode production && npm run build --workspace packages/cli

# Ships what was built to the gateway at DEPLOY_TO with the slice's DEPLOY_TOKEN, and ends.
FROM \${NODE_IMAGE}
WORKDIR /offquad
COPY --from=build /offquad/packages/cli packages/cli
COPY ${folder} ${folder}
COPY --from=build /offquad/${folder}/dist ${folder}/dist
WORKDIR /offquad/${folder}
USER node
CMD ["node", "../packages/cli/deploy-build.mjs"]
`
