// What the image of a frontend runs: ships the build in the working directory and ends. Needs `npm run build -w packages/cli`.
import { main } from './dist/main.js'

await main(['deploy', '--built', ...process.argv.slice(2)])
