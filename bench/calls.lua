-- Load for wrk: sends the lines of a file in turn, beginning at one of them, and prints what came of it as JSON.
-- A line is a method, a path, a cookie and a body with tabs between; `%POSITION%` in a body is a number that grows.
local requests = {}
local at = 0
local position = 0

function init(args)
  for line in io.lines(args[1]) do
    local method, path, cookie, body = line:match("^([^\t]*)\t([^\t]*)\t([^\t]*)\t(.*)$")
    requests[#requests + 1] = { method, path, { ["Cookie"] = cookie, ["Content-Type"] = "application/json",
      ["Accept-Encoding"] = "gzip, deflate, br" }, body ~= "" and body or nil }
  end
  at = tonumber(args[2]) % #requests
end

function request()
  at = at % #requests + 1
  position = position % 80000 + 1
  local method, path, headers, body = unpack(requests[at])
  return wrk.format(method, path, headers, body and body:gsub("%%POSITION%%", position / 1000))
end

function done(summary, latency)
  local faults = summary.errors
  local failed = faults.connect + faults.read + faults.write + faults.status + faults.timeout
  local line = '\n{"requests":%d,"bytes":%d,"seconds":%f,"failed":%d,"p50":%f,"p99":%f}\n'
  io.write(line:format(summary.requests, summary.bytes, summary.duration / 1e6, failed,
    latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
