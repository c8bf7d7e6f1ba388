#!/usr/bin/env python3
"""Follows the activity stream of archival groups, with nothing but Python's standard library.

Each activity is processed once it is seen, oldest first, and then written to a journal as one line of JSON. The last
line of the journal is the watermark: after any end of this program, the next start goes on behind it.
"""

import argparse
import datetime
import http.client
import json
import os
import re
import subprocess
import sys
import time
import urllib.request

TIME = re.compile(r"(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d+))?(Z|[+-]\d\d:\d\d)$")


def parse_time(text):
    """A time of RFC 3339 with any number of fractional digits, as a zone-aware datetime."""
    found = TIME.match(text)
    if found is None:
        raise ValueError(f"{text!r} is not a time such as 2026-03-04T05:06:07Z")
    *numbers, fraction, zone = found.groups()
    time_of_day = datetime.datetime(*map(int, numbers), tzinfo=datetime.timezone.utc)
    microseconds = int(((fraction or "") + "000000")[:6])
    offset = datetime.timedelta()
    if zone != "Z":
        minutes = int(zone[1:3]) * 60 + int(zone[4:6])
        offset = datetime.timedelta(minutes=minutes if zone[0] == "+" else -minutes)
    return time_of_day + datetime.timedelta(microseconds=microseconds) - offset


class Journal:
    """The activities that were processed, a line each. A line that a crash cut off was not processed."""

    def __init__(self, path):
        self.file = open(path, "a+b")
        end = self.file.seek(0, os.SEEK_END)
        self.last = None
        block = b""
        # The end of the file is enough, however long it is.
        for size in (65_536, end):
            self.file.seek(max(0, end - size))
            block = self.file.read()
            complete = block[: block.rfind(b"\n") + 1]
            if complete != b"" or size >= end:
                break
        self.file.truncate(end - len(block) + len(complete))
        lines = complete.splitlines()
        if lines:
            self.last = json.loads(lines[-1])
        self.file.seek(0, os.SEEK_END)

    def add(self, activity):
        self.file.write(json.dumps(activity).encode() + b"\n")
        self.file.flush()
        os.fsync(self.file.fileno())
        self.last = activity


def get(uri, token):
    """The JSON document at a URI."""
    headers = {"Accept": "application/json", "X-Client-Identity": "activity-consumer"}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    request = urllib.request.Request(uri, headers=headers)
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.load(answer)


def activities_since(collection_uri, watermark, token):
    """The activities whose endTime is later than the watermark, oldest first."""
    collected = []
    last = get(collection_uri, token).get("last")
    page = get(last["id"], token) if last else None
    while page is not None:
        for activity in reversed(page["orderedItems"]):
            if parse_time(activity["endTime"]) <= watermark:
                collected.reverse()
                return collected
            collected.append(activity)
        prev = page.get("prev", {}).get("id")
        page = get(prev, token) if prev else None
    collected.reverse()
    return collected


def process(activity, command):
    """Gives one activity to the command, as JSON on its standard input. Raises where the command fails."""
    if command:
        subprocess.run(command, input=json.dumps(activity).encode(), check=True)


def follow_once(journal, options):
    """Processes what has come since the last activity in the journal."""
    watermark = parse_time(journal.last["endTime"]) if journal.last else options.since
    for activity in activities_since(options.collection, watermark, options.token):
        process(activity, options.run)
        journal.add(activity)


def main():
    parser = argparse.ArgumentParser(description="Follow the activity stream of archival groups.")
    parser.add_argument("collection", help="its URI, such as https://host/activity/archivalgroups/collection")
    parser.add_argument("--journal", default="activities.ndjson", help="the file of what was processed")
    parser.add_argument(
        "--since", type=parse_time, default="1970-01-01T00:00:00Z", help="where a first run begins, exclusive"
    )
    parser.add_argument("--every", type=float, default=60, help="seconds between two looks; 0 looks once")
    parser.add_argument("--token", default=os.environ.get("MUNIMENT_TOKEN"), help="or MUNIMENT_TOKEN")
    parser.add_argument("--run", nargs=argparse.REMAINDER, help="the command that processes one activity")
    options = parser.parse_args()
    journal = Journal(options.journal)
    while True:
        try:
            follow_once(journal, options)
        except (OSError, http.client.HTTPException, ValueError, KeyError, subprocess.CalledProcessError) as error:
            # What was processed is in the journal; the rest is taken up at the next look.
            print(f"{type(error).__name__}: {error}", file=sys.stderr)
            if options.every == 0:
                return 1
        if options.every == 0:
            return 0
        time.sleep(options.every)


if __name__ == "__main__":
    sys.exit(main())
