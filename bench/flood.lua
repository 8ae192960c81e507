-- A flood for wrk: beacons, and every tenth time a batch of reports, each from an address of its own, every connection
-- pausing between two. Prints how many were sent and how many answers were refusals, as JSON.
local sent = 0
local pause, batch, series

function init(args)
  pause, batch, series = tonumber(args[1]), tonumber(args[2]), args[3]
  math.randomseed(os.time())
end

local function address()
  return ("%d.%d.%d.%d"):format(math.random(11, 126), math.random(0, 255), math.random(0, 255), math.random(1, 254))
end

local function event(at)
  return ('{"event":"play_end","eventId":"play_end%d-%d-%d","at":"2026-11-20T12:00:00Z","seriesId":"%s",'
    .. '"props":{"playedMs":9000,"rebufferMs":%d,"rendition":720,"network":"4g"}}'):format(
      math.random(1, 1e9), sent, at, series, at)
end

function delay()
  return pause
end

function request()
  sent = sent + 1
  local headers = { ["X-Forwarded-For"] = address(), ["Content-Type"] = "application/json" }
  if sent % 10 > 0 then
    local path = ("/api/statics.png?event=PageView&seriesId=%s&eventId=PageView%d-%d"):format(series, math.random(1, 1e9), sent)
    return wrk.format("GET", path, headers)
  end
  local list = {}
  for at = 1, batch do list[at] = event(at) end
  return wrk.format("POST", "/api/reports", headers, '{"list":[' .. table.concat(list, ",") .. "]}")
end

function done(summary)
  local faults = summary.errors
  io.write(('\n{"requests":%d,"seconds":%f,"refused":%d,"lost":%d}\n'):format(summary.requests,
    summary.duration / 1e6, faults.status, faults.connect + faults.read + faults.write + faults.timeout))
end
