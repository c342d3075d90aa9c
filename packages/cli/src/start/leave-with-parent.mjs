// Loaded into every process of the platform: when the start command is gone, however it ended, they end too.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
process.channel?.unref()
