# The image of the gateway or of a service: docker build -f deploy/docker/service.Dockerfile --build-arg SLICE=svc-users .
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS node
ARG SLICE
WORKDIR /offquad

# What decides which packages are installed, and nothing else: changed sources leave the installation in the cache.
FROM node AS manifests
COPY package.json package-lock.json .npmrc ./
COPY packages packages
COPY tools tools
COPY ${SLICE} ${SLICE}
RUN mkdir /manifests \
  && find package.json package-lock.json .npmrc packages tools "$SLICE" \
    \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents {} /manifests ';'

FROM node AS build
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --workspace "$SLICE"
COPY packages packages
COPY tools tools
COPY ${SLICE} ${SLICE}
RUN npm run build --workspace "$SLICE"

# The running process needs none of the build's tools.
FROM node AS dependencies
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/npm-cache npm pkg delete devDependencies --workspaces \
  && npm ci --cache /npm-cache --omit=dev --workspace "$SLICE" --include-workspace-root=false \
  && mkdir -p "$SLICE/node_modules"

FROM node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 METRICS_PORT=9464
COPY config config
COPY deploy/docker/diagnose.mjs diagnose.mjs
COPY deploy/docker/ask-gate.mjs ask-gate.mjs
COPY --from=dependencies /offquad/node_modules node_modules
# Versions that differ from those of other slices.
COPY --from=dependencies /offquad/${SLICE}/node_modules ${SLICE}/node_modules
COPY --from=build /offquad/${SLICE}/package.json ${SLICE}/package.json
COPY --from=build /offquad/${SLICE}/dist ${SLICE}/dist
WORKDIR /offquad/${SLICE}
USER node
EXPOSE ${PORT} 9464
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:9464/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# A service's worker is dist/worker.js of the same image.
CMD ["node", "dist/main.js"]
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="offquad/${SLICE}" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.licenses="MIT"
