-- Load for wrk: asks for the lines of a file in turn, beginning at one of them, and prints what came of it as JSON.
-- A line is a path, or a path, a tab and the Accept-Language to send.
local requests = {}
local at = 0

function init(args)
  for line in io.lines(args[1]) do
    local path, language = line:match("^([^\t]*)\t(.*)$")
    wrk.headers["Accept-Language"] = language
    requests[#requests + 1] = wrk.format("GET", path or line)
  end
  at = tonumber(args[2]) % #requests
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local faults = summary.errors
  local failed = faults.connect + faults.read + faults.write + faults.status + faults.timeout
  local line = '\n{"requests":%d,"bytes":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}\n'
  io.write(line:format(summary.requests, summary.bytes, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
