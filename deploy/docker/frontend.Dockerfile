# The image of the shell or of a remote: docker build -f deploy/docker/frontend.Dockerfile --build-arg SLICE=mfe-browse .
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
RUN --mount=type=cache,target=/npm-cache npm ci --cache /npm-cache --workspace "$SLICE" --workspace tools/cli
COPY packages packages
COPY tools tools
COPY ${SLICE} ${SLICE}
RUN npm run build --workspace "$SLICE" -- --mode production && npm run build --workspace tools/cli

FROM node
COPY --from=build /offquad/tools/cli tools/cli
COPY ${SLICE} ${SLICE}
COPY --from=build /offquad/${SLICE}/dist ${SLICE}/dist
WORKDIR /offquad/${SLICE}
USER node
# Deploys the build to the gateway at DEPLOY_TO with the slice's DEPLOY_TOKEN, and ends.
CMD ["node", "../tools/cli/deploy-build.mjs"]
ARG VERSION=development
ARG REVISION=unknown
LABEL org.opencontainers.image.title="offquad/${SLICE}" \
  org.opencontainers.image.version="${VERSION}" \
  org.opencontainers.image.revision="${REVISION}" \
  org.opencontainers.image.licenses="MIT"
