// Loaded into every process of the platform, so that it exits when the start command has ended, however that ended.
const leave = () => process.kill(process.pid, 'SIGTERM')

// The start command may have ended before this was loaded.
if (process.connected) process.on('disconnect', leave)
else leave()
process.channel?.unref()
