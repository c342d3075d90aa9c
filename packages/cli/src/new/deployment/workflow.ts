/** A slice's workflow: it runs when the slice or something it is built from has changed. */
export const sliceWorkflow = (folder: string): string => `\
# Runs when the slice or something it is built from has changed.
name: ${folder}
on:
  push:
    branches: [main]
    paths: &paths
      - ${folder}/**
      - packages/**
      - package-lock.json
      - .github/workflows/${folder}.yml
      - .github/workflows/slice.yml
  pull_request:
    paths: *paths
permissions: { contents: read }

jobs:
  slice:
    uses: ./.github/workflows/slice.yml
    with: { slice: ${folder} }
`
