// The command of a frontend's image: deploys the build in the working directory and exits. Needs `npm run build -w tools/cli`.
import { main } from './dist/main.js'

await main(['deploy', '--built', ...process.argv.slice(2)])
