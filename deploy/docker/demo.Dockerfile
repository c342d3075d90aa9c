# The image of the whole product as `npm start` runs it, with invented listings and people: for a look around, and for nobody
# else to reach. docker compose --profile demo up
ARG NODE_IMAGE=node:24-bookworm-slim

FROM ${NODE_IMAGE} AS node
WORKDIR /offquad

# As in service.Dockerfile: changed sources leave the installation in the cache.
FROM node AS manifests
COPY . .
RUN mkdir /manifests \
  && find . \( -name package.json -o -name package-lock.json -o -name .npmrc \) -exec cp --parents {} /manifests ';'

FROM node
RUN apt-get update \
  && apt-get install -y --no-install-recommends redis-server \
  && rm -rf /var/lib/apt/lists/*
COPY --from=manifests /manifests ./
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --omit=dev --omit=peer --no-audit --no-fund
COPY . .
RUN node tools/cli/bootstrap.mjs build && mkdir /data && chown node:node /data
USER node
ENV NODE_ENV=development DATA_DIR=/data PORT=8080 DEV_IDENTITY_PORT=8090
EXPOSE 8080 8090
HEALTHCHECK --interval=10s --timeout=5s --start-period=180s --retries=6 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["sh", "-c", "exec node deploy/docker/relay.mjs $PORT,$DEV_IDENTITY_PORT node tools/cli/bootstrap.mjs start"]
LABEL org.opencontainers.image.title="offquad/demo" \
  org.opencontainers.image.licenses="MIT"
