// Loaded into every process of the platform, so that it exits when the start command has ended, however that ended.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
