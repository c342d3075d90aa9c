// Loaded into every process of the platform, so that it exits when the start command has ended, however that ended.
const leave = () => process.kill(process.pid, 'SIGTERM')

// False where the start command had ended before this was loaded; undefined in threads and in processes without a channel.
if (process.connected === false) leave()
else process.on('disconnect', leave)
process.channel?.unref()
