"""One route past Flask's dispatch, for the requests that come most often.

Flask serves every kind of app: at each request it matches the path, opens a session and two
contexts, sends six signals and looks for hooks. Measured: 45 of the 250 microseconds of an action.
A direct route does what `Flask.wsgi_app` comes to for one view of ours, with the same hooks in the
same order and the same handlers of errors. Whatever is unusual about a request leads to Flask.

This leans on private parts of Flask: the variables behind `request` and `current_app`, and the
attributes of a context. tests/service/wire/test_direct_route.py compares both ways.
"""

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

from flask import Flask, Request, Response
from flask.ctx import AppContext, RequestContext
from flask.globals import _cv_app, _cv_request
from flask.sessions import NullSession
from werkzeug.exceptions import HTTPException

Start = Callable[..., Any]
HOSTS, LONGEST_HOST = 256, 255  # names of the server that are remembered, and characters of one


def is_one_host(named: str) -> bool:
    """Say whether a header Host holds one name or address, perhaps with a port."""
    return re.fullmatch(r"[0-9A-Za-z.:_\[\]-]+", named) is not None


class RouteContext(RequestContext):
    """What `request` looks into.

    It has no more than Flask reads after a bug; to use anything else raises AttributeError.
    """

    _after_request_functions: Any = ()
    _session: Any = NullSession()

    def __init__(self, app: Flask, request: Request) -> None:
        self.app, self.request = app, request


class RoutePlan(NamedTuple):
    """What Flask would look up at each request: the functions before and behind the view."""

    preprocessors: tuple[Callable[..., None], ...]
    before: tuple[Callable[[], Any], ...]
    after: tuple[Callable[[Response], Response], ...]


class DirectRoute:
    """The way to one view, which has one parameter in its path."""

    def __init__(self, app: Flask, endpoint: str, path: str) -> None:
        """`path`: a pattern with the parameter as its one named group."""
        self.endpoint, self.view = endpoint, app.view_functions[endpoint]
        self.urls, self.rule = app.url_map, next(app.url_map.iter_rules(endpoint))
        self.plan: RoutePlan | None = None
        (self.method,) = set(self.rule.methods or ()) - {"OPTIONS"}
        self.match = re.compile(path).fullmatch
        self.is_bound = lru_cache(HOSTS)(self._is_bound)

    def parameters(self, environ: dict[str, Any]) -> dict[str, Any] | None:
        """Return what stands in the path of a request; None: it is one for Flask."""
        if environ["REQUEST_METHOD"] != self.method:
            return None
        found = self.match(environ["PATH_INFO"])
        if found is None or environ.get("QUERY_STRING") or environ.get("SCRIPT_NAME"):
            return None
        host = environ.get("HTTP_HOST", "")
        if not 0 < len(host) <= LONGEST_HOST or not self.is_bound(host):
            return None
        return found.groupdict()

    def _is_bound(self, host: str) -> bool:
        """Say whether Flask would look for a view under this name of the server."""
        try:
            self.urls.bind(host)
        except HTTPException:
            return False
        return is_one_host(host)

    def _make_plan(self, app: Flask) -> RoutePlan:
        """Return what is called; from the first request on, as in Flask, no more can be added."""
        app._got_first_request = True
        assert not app.teardown_request_funcs, "a direct route calls no teardown functions"
        assert not app.teardown_appcontext_funcs, "a direct route calls no teardown functions"
        names = (None, *reversed(self.endpoint.split(".")[:-1]))
        return RoutePlan(
            tuple(one for name in names for one in app.url_value_preprocessors.get(name, ())),
            tuple(one for name in names for one in app.before_request_funcs.get(name, ())),
            tuple(
                one
                for name in reversed(names)
                for one in reversed(app.after_request_funcs.get(name, []))
            ),
        )

    def __call__(
        self, app: Flask, environ: dict[str, Any], start: Start, parameters: dict[str, Any]
    ) -> Iterable[bytes]:
        """Answer a request."""
        plan = self.plan = self.plan or self._make_plan(app)
        request = app.request_class(environ)
        request.json_module = app.json
        request.url_rule, request.view_args = self.rule, parameters
        own_app = _cv_app.set(AppContext(app))
        own_request = _cv_request.set(RouteContext(app, request))
        try:
            try:
                response = self._answer(app, plan, request)
            except Exception as error:
                response = app.handle_exception(error)
            return response(environ, start)
        finally:
            _cv_request.reset(own_request)
            _cv_app.reset(own_app)
            environ["werkzeug.request"] = None  # else the two hold each other

    def _answer(self, app: Flask, plan: RoutePlan, request: Request) -> Response:
        """Return what the view answers, or whatever stops a request before it."""
        try:
            found = self._ask(plan, request.view_args or {})
        except Exception as error:
            found = app.handle_user_exception(error)
        response = found if isinstance(found, Response) else app.make_response(found)
        for after in plan.after:
            response = after(response)
        return response

    def _ask(self, plan: RoutePlan, parameters: dict[str, Any]) -> Any:
        """Return what the first says that has something to say, the view last."""
        for preprocess in plan.preprocessors:
            preprocess(self.endpoint, parameters)
        for before in plan.before:
            if (found := before()) is not None:
                return found
        return self.view(**parameters)
